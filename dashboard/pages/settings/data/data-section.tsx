import { Link } from 'wouter';
import { isOwner, usePlace } from '../../../shell/place.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Card } from '../card.tsx';
import { DeleteRecordsCard } from './delete-records-card.tsx';
import { ExportCard } from './export-card.tsx';
import { PersonCard } from './person-card.tsx';
import { ReceiptsCard } from './receipts-card.tsx';

export function DataSection() {
  const place = usePlace();
  const { workspace } = place;
  if (workspace.websites.length === 0) {
    return (
      <Card title="Data">
        <EmptyState title="There is no data yet" guide="tracking">
          <Link href={`/w/${workspace.id}/settings/websites`}>Add a website</Link> first.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ExportCard />
      <PersonCard />
      {isOwner(place) && <ReceiptsCard />}
      {isOwner(place) && <DeleteRecordsCard />}
    </>
  );
}
