/**
 * What only the dashboard can be answered, under /app, and badges. It is a table of its own because the API reference shows
 * every line of the other one.
 */
export const appErrorTable = {
  not_signed_in: { status: 401, message: 'Sign in first.' },
  invalid_credentials: { status: 401, message: 'The email address or the password is wrong.' },
  totp_required: { status: 401, message: 'Enter the code of your authenticator app.' },
  invalid_totp: { status: 401, message: 'This code is wrong, or was used already. Wait for the next one.' },
  too_many_sign_ins: { status: 429, message: 'Too many attempts. Wait for a while.' },
  foreign_origin: { status: 403, message: 'This request came from another website.' },
  insufficient_role: { status: 403, message: 'Your role in this workspace does not allow this.' },
  wrong_password: { status: 403, message: 'The password is wrong.' },
  invalid_set_up_token: {
    status: 403,
    message: 'This set-up link is not valid. Use the newest one in the output of the server.',
  },
  already_set_up: { status: 409, message: 'Footfall is set up already. Sign in instead.' },
  invalid_link: {
    status: 404,
    message: 'This link does not work any more: it was used, withdrawn, or is too old. Ask for a new one.',
  },
  other_recipient: {
    status: 403,
    message: 'This invitation is for another email address. Sign out, then open the link again.',
  },
  too_many_invitations: {
    status: 429,
    message: 'That was enough invitations for today. Withdrawn ones count too; go on tomorrow.',
  },
  workspace_creation_closed: {
    status: 403,
    message: 'You cannot make workspaces here. Ask an owner, or whoever runs this server.',
  },
  already_a_member: { status: 409, message: 'This person belongs to the workspace already.' },
  last_owner: { status: 409, message: 'A workspace needs an owner: make someone else owner first.' },
  duplicate_goal: { status: 409, message: 'A goal of this name exists on the website already.' },
  too_many_goals: {
    status: 409,
    message: 'The website has 50 goals. Archive one that you need no more, or join several by a path with *.',
  },
  confirmation_needed: { status: 400, message: 'Type the first domain of the website to confirm.' },
  invalid_until: { status: 400, message: 'until must be one time of the day, such as 13:05.' },
  invalid_table: { status: 400, message: 'There is no such table; see details.supported.' },
  invalid_export_format: { status: 400, message: 'format must be ndjson or csv, given once.' },
  invalid_share_link: {
    status: 404,
    message:
      'This link does not work: it was revoked, or copied in part. Ask whoever gave it to you for another.',
  },
  share_link_expired: {
    status: 410,
    message: 'This link has expired. Ask whoever gave it to you for another.',
  },
  share_password_required: { status: 401, message: 'Enter the password of this link.' },
  not_shared: { status: 403, message: 'This link does not show that.' },
  invalid_badge: {
    status: 400,
    message:
      'show is visitors or pageviews, days 1 to 366, path begins with /, label has up to 60 characters, theme is light, dark or auto.',
  },
  badge_limit_exceeded: {
    status: 429,
    message: 'Too many different figures of this website were asked for. Try again in a few minutes.',
  },
  totp_active: { status: 409, message: 'Two-step sign-in is on already. Turn it off first.' },
  totp_not_started: { status: 409, message: 'Begin with the QR code first.' },
  segment_missing: { status: 409, message: 'Its segment was deleted. Choose another, or none.' },
  no_mail_server: {
    status: 409,
    message: 'No mail server is configured. The operator sets FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM.',
  },
  no_recipients: { status: 409, message: 'Nobody gets it: add a recipient first.' },
  no_channels: { status: 409, message: 'It tells nobody: add an email address or a webhook first.' },
  tested_recently: { status: 429, message: 'It was tested a moment ago. Wait half a minute.' },
  sent_recently: { status: 429, message: 'It was sent a moment ago. Wait a minute.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type AppErrorCode = keyof typeof appErrorTable;
