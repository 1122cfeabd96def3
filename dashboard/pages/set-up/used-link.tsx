import { Link } from 'wouter';
import { Entrance } from '../../entrance/entrance.tsx';

/** The link of a set-up that is done, opened once more. */
export function UsedLink({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Entrance
      title="Footfall is set up already"
      lead="A set-up link works once, and this one was used. Sign in with the account that was made then."
      foot={
        <>
          It was not you? <code>bin/footfall user list</code> on the server shows who can sign in.
        </>
      }
    >
      <div className="form-foot">
        <Link href="/" className="button button-primary">
          {isSignedIn ? 'To the dashboard' : 'Sign in'}
        </Link>
      </div>
    </Entrance>
  );
}
