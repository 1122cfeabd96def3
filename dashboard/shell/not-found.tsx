import { Link } from 'wouter';
import { EmptyState } from '../ui/states.tsx';

export function NotFound() {
  return (
    <div className="not-found">
      <EmptyState title="There is nothing at this address" guide={null}>
        <p>The page does not exist, or your account has no part in the workspace.</p>
        <Link href="/">Go to the overview</Link>
      </EmptyState>
    </div>
  );
}
