import { always, type Sql, sql, whole } from '../sql.ts';
import { identityTrust } from '../tables.ts';

/**
 * The identities that count. Anybody can claim any external ID in a browser, so such a claim is ignored where a server,
 * or its signature, named that ID for any visitor of the website.
 */
export function selectCounted(sent: Sql, which: Sql = always): Sql {
  const isVouched = sql`trust >= ${whole(identityTrust.signed)}`;
  const theirs = which === always ? sent : sql`(SELECT * FROM ${sent} AS of_all WHERE ${which})`;
  // For a few visitors, only the IDs that they claim are checked: gathering all vouched IDs would take most of the
  // time.
  const isClaimed =
    which === always
      ? always
      : sql`external_hash IN (SELECT external_hash FROM ${theirs} AS claim WHERE NOT ${isVouched})`;
  return sql`
    SELECT * FROM ${theirs} AS identity
    WHERE ${isVouched} OR (website_id, external_hash) NOT IN (
      SELECT website_id, external_hash FROM ${sent} AS vouched WHERE ${isVouched} AND ${isClaimed})`;
}
