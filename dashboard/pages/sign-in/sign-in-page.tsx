import { useState } from 'react';
import { Redirect } from 'wouter';
import { useAppState } from '../../api/app-state.ts';
import { useSearch } from '../../view/use-search.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { findWanted } from './next-page.ts';
import { SignInForm } from './sign-in-form.tsx';

export default function SignInPage() {
  const { data: state } = useAppState();
  const search = useSearch();
  const [email, setEmail] = useState('');
  const [isForgotten, setForgotten] = useState(false);
  if (!state) return null;
  if (state.needsSetUp) return <Redirect to="/set-up" replace />;
  if (state.user) return <Redirect to={findWanted(search)} replace />;
  if (isForgotten) {
    return (
      <ForgottenPassword
        mail={state.mail}
        email={email}
        onEmail={setEmail}
        onBack={() => setForgotten(false)}
      />
    );
  }
  return <SignInForm email={email} onEmail={setEmail} onForgotten={() => setForgotten(true)} />;
}
