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
  const vouched = sql`SELECT website_id, external_hash FROM ${sent} AS of_all WHERE ${isVouched}`;
  const vouchedClaims =
    which === always
      ? vouched
      : sql`
        SELECT vouched.website_id AS website_id, vouched.external_hash AS external_hash
        FROM (${vouched}) AS vouched
        INNER JOIN (SELECT DISTINCT external_hash FROM ${theirs} AS identity WHERE NOT (${isVouched})) AS claim
        ON vouched.external_hash = claim.external_hash`;
  // Joins, because each IN within the subquery of another makes planning several times as long on a cluster.
  return sql`
    SELECT identity.* FROM ${theirs} AS identity
    LEFT JOIN (
      SELECT DISTINCT website_id AS vouched_website, external_hash AS vouched_hash FROM (${vouchedClaims}) AS named
    ) AS taken
    ON identity.website_id = taken.vouched_website AND identity.external_hash = taken.vouched_hash
    WHERE identity.${isVouched} OR coalesce(taken.vouched_website, '') = ''`;
}
