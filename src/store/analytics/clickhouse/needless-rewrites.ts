import type { ClickHouseSettings } from '@clickhouse/client';
import type { Nodes } from './nodes.ts';

/**
 * Optimizer rewrites that the engine tries on every expression of a statement. Reports are already written in the
 * rewritten form, and looking for rewrites takes a third of the time that planning a report takes (ADR 8).
 */
const needlessRewrites = [
  'optimize_aggregators_of_group_by_keys',
  'optimize_and_compare_chain',
  'optimize_arithmetic_operations_in_aggregate_functions',
  'optimize_dictget_tuple_element',
  'optimize_empty_string_comparisons',
  'optimize_extract_common_expressions',
  'optimize_group_by_constant_keys',
  'optimize_group_by_function_keys',
  'optimize_injective_functions_in_group_by',
  'optimize_injective_functions_in_limit_by',
  'optimize_injective_functions_inside_uniq',
  'optimize_inverse_dictionary_lookup',
  'optimize_limit_by_function_keys',
  'optimize_multiif_to_if',
  'optimize_normalize_count_variants',
  'optimize_or_like_chain',
  'optimize_qbit_distance_function_reads',
  'optimize_redundant_comparisons',
  'optimize_redundant_functions_in_order_by',
  'optimize_rewrite_aggregate_function_with_if',
  'optimize_rewrite_array_exists_to_has',
  'optimize_rewrite_like_perfect_affix',
  'optimize_rewrite_regexp_functions',
  'optimize_rewrite_sum_if_to_count_if',
  'optimize_syntax_fuse_functions',
  'optimize_time_filter_with_preimage',
  'optimize_truncate_order_by_after_group_by_keys',
  'optimize_uniq_to_count',
  // No table has projections.
  'optimize_use_projections',
  // A condition with a subquery that is sent to the shards is worked out on each of them, from all of them again.
  'allow_push_predicate_ast_for_distributed_subqueries',
];

/** Turns off those that every node knows: versions differ, and an unknown name is an error. */
export async function findRewriteSettings({ all }: Nodes): Promise<ClickHouseSettings> {
  const known = await Promise.all(
    all.map(async ({ client }) => {
      const answer = await client.query({
        query: 'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
        query_params: { names: needlessRewrites },
        format: 'JSONEachRow',
      });
      return new Set((await answer.json<{ name: string }>()).map(({ name }) => name));
    }),
  );
  const everywhere = needlessRewrites.filter((name) => known.every((names) => names.has(name)));
  return Object.fromEntries(everywhere.map((name) => [name, 0]));
}
