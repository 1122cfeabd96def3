import { count, money, rounded, totalMicros } from './figures.ts';
import { passes } from './filters.ts';
import { ascending, descending, distinct, groupBy, sorted } from './order.ts';
import { classifyPayments, type PaymentClass } from './payments.ts';
import { buildPersons } from './persons.ts';
import { isHit, isPayment, type Payment } from './record.ts';
import { buildSessions, inOrderOfBeginning, type Session } from './sessions.ts';
import { shown, shownSource } from './shown.ts';
import { type AttributionModel, isCovered, isPaidSo, type Row, type View } from './view.ts';

const lookBackMs = 30 * 24 * 60 * 60_000;

/** A part of a payment and the session that it is credited to. */
type Share = { payment: Payment; session: Session | undefined; micros: bigint };

export function buildAttributedRevenue(view: View): Row[] {
  const classes = classifyPayments(view.records);
  const shares = view.records
    .filter(isPayment)
    .filter(isCovered(view))
    .filter(isPaidSo(view))
    .flatMap((payment) => share(payment, creditedSessions(view, payment)))
    .filter(({ session }) => passes(view.filters, session));
  const rows = [...groupBy(shares, ({ session }) => JSON.stringify(headOf(session)))].map(([head, own]) => {
    const microsOf = (...wanted: PaymentClass[]) =>
      totalMicros(
        own
          .filter(({ payment }) => wanted.includes(classes.get(payment) as PaymentClass))
          .map(({ micros }) => micros),
      );
    const micros = microsOf('new', 'renewal', 'refund');
    const visitors = findPersons(view, head);
    const row = {
      ...(JSON.parse(head) as ReturnType<typeof headOf>),
      revenue: money(micros),
      revenue_new: money(microsOf('new')),
      revenue_renewal: money(microsOf('renewal')),
      revenue_refund: money(microsOf('refund')),
      payments: count(distinct(own, ({ payment }) => payment)),
      visitors: count(visitors),
      revenue_per_visitor: rounded(money(micros) / visitors.size),
      model: view.inputs.model,
    };
    return { micros, row };
  });
  return sorted(
    rows,
    descending(({ micros }) => micros),
    ascending(({ row }) => row.channel),
    ascending(({ row }) => row.source),
    ascending(({ row }) => row.medium),
    ascending(({ row }) => row.campaign),
  ).map(({ row }) => row);
}

function headOf(session: Session | undefined) {
  return {
    channel: shown('channel', session),
    source: shownSource(session),
    medium: shown('utmMedium', session),
    campaign: shown('utmCampaign', session),
  };
}

/** Sessions of the payment's person that the model credits, in the order in which they began. */
function creditedSessions(view: View, payment: Payment): Session[] {
  const { personOf } = buildPersons(view.records);
  const own = buildSessions(view.records)
    .filter(({ website }) => website === payment.website)
    .filter(({ website, visitors }) =>
      [...visitors].some((visitor) => personOf({ website, visitor }) === personOf(payment)),
    )
    .filter(({ beganAt }) => beganAt <= payment.ts && payment.ts - beganAt <= lookBackMs);
  return chooseSessions(view.inputs.model, inOrderOfBeginning(own));
}

function chooseSessions(model: AttributionModel, sessions: readonly Session[]): Session[] {
  switch (model) {
    case 'first':
      return sessions.slice(0, 1);
    case 'last':
      return sessions.slice(-1);
    case 'linear':
      return [...sessions];
    case 'last_non_direct': {
      const others = sessions.filter(({ facts }) => facts.channel !== 'Direct');
      return (others.length > 0 ? others : sessions).slice(-1);
    }
  }
}

/** Equal parts in millionths, cut toward zero; the last one gets what remains, so that they add up. */
function share(payment: Payment, sessions: readonly Session[]): Share[] {
  if (sessions.length === 0) return [{ payment, session: undefined, micros: payment.micros }];
  const part = payment.micros / BigInt(sessions.length);
  const rest = payment.micros - part * BigInt(sessions.length);
  return sessions.map((session, index) => ({
    payment,
    session,
    micros: index === sessions.length - 1 ? part + rest : part,
  }));
}

/** Persons with a hit in the range in a session of that head. */
function findPersons(view: View, head: string): Set<string> {
  const { personOf } = buildPersons(view.records);
  const hits = buildSessions(view.records)
    .filter((session) => JSON.stringify(headOf(session)) === head && passes(view.filters, session))
    .flatMap((session) => session.hits.filter(isHit).filter(isCovered(view)));
  return distinct(hits, personOf);
}
