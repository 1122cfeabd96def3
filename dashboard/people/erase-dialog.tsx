import { useQueryClient } from '@tanstack/react-query';
import { type Erasure, erasePerson, type PersonName } from '../api/persons.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';

export type EraseDialogProps = {
  base: string;
  websiteId: string;
  name: PersonName;
  onErased(erasure: Erasure): void;
  onClose(): void;
};

const typed = 'erase';

export function EraseDialog({ base, websiteId, name, onErased, onClose }: EraseDialogProps) {
  const client = useQueryClient();
  async function run() {
    const erasure = await erasePerson({ base, websiteId, name });
    showToast('The person is erased. The receipt is in the settings, under Data.');
    // No number that is on screen is true any more.
    await client.invalidateQueries();
    onErased(erasure);
  }
  return (
    <ConfirmDialog title="Erase this person?" action="Erase" typed={typed} run={run} onClose={onClose}>
      <p>
        Everything recorded of this person is erased: visits, events, goal conversions, payments and
        identities, also of other visitors who were identified as the same person. Reports change accordingly.
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
