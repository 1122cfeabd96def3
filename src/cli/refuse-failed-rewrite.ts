import type { Control } from '../store/control/open-control.ts';

/** Throws where the files could not be written anew since then. */
export async function refuseFailedRewrite({ db }: Control, since: number): Promise<void> {
  const job = await db
    .selectFrom('jobs')
    .select(['failed_at', 'error'])
    .where('name', '=', 'file-rewrites')
    .executeTakeFirst();
  if (job?.error && job.failed_at !== null && job.failed_at >= since) throw new Error(job.error);
}
