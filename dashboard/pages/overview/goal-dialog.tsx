import { type Row, useReport } from '../../api/reports.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Look } from '../../view/use-look.ts';
import { formatCell } from './cell.ts';

export type GoalDialogProps = { look: Look; goal: string; onClose(): void };

/** What was sent along with a goal. */
export function GoalDialog({ look, goal, onClose }: GoalDialogProps) {
  const path = `pixel/goals/${encodeURIComponent(goal)}/metadata`;
  const { data, error, refetch } = useReport<Row>(look.question(path, { limit: 1000 }));
  return (
    <Dialog title={goal} width="wide" onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : data.data.length === 0 ? (
        <EmptyState title="Nothing was sent along with this goal">
          Properties such as a plan or a price show up here by their values.
        </EmptyState>
      ) : (
        <Table
          caption={`Properties of ${goal}`}
          rows={data.data}
          keyOf={(row) => `${row.property}\n${row.value}`}
          columns={[
            { name: 'property', label: 'Property', cell: (row) => String(row.property) },
            { name: 'value', label: 'Value', cell: (row) => String(row.value) },
            {
              name: 'conversions',
              label: 'Conversions',
              align: 'end',
              cell: (row) => formatCell('count', row.conversions, look.currency),
            },
            {
              name: 'visitors',
              label: 'Visitors',
              align: 'end',
              cell: (row) => formatCell('count', row.visitors, look.currency),
            },
          ]}
        />
      )}
    </Dialog>
  );
}
