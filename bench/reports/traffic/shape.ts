/** How much of what there is in a data set. Everything else follows from the number of pageviews asked for. */
export const websites = 50;
/** The one website that reports are asked for, in parts of all traffic. */
export const busyShare = 0.5;
export const days = 90;
/** What reports are asked for. */
export const rangeDays = 30;

export const pageviewsPerSession = 1.65;
export const onePageShare = 0.68;
/** After the second view: how likely each is to be followed by another. */
export const goesOnShare = 0.5;
export const mostPageviews = 30;
export const overMidnightShare = 0.01;

/**
 * Sessions draw their visitor from a fixed number of people. With this many sessions for each of them, those who
 * come at all come twice on average.
 */
export const sessionsPerPerson = 1.594;

export const directShare = 0.6;
export const taggedShare = 0.1;
export const referrers = 300;
export const campaigns = 40;
export const countries = 80;
export const homeLanguageShare = 0.85;
export const paths = 2000;

/** For each session: 2 goals and 0.3 payments for 100 pageviews. */
export const goalShare = 0.02 * pageviewsPerSession;
export const paymentShare = 0.003 * pageviewsPerSession;
export const refundShare = 0.03;
export const renewalShare = 0.12;

export const shortestViewMs = 2_000;
export const meanViewMs = 40_000;
/** Under the half hour without activity that would end the session. */
export const longestViewMs = 1_500_000;

/** The last day is not over: traffic ends at this hour of it. */
export const lastHour = 21;
