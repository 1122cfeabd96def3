import { usePlace } from '../../../shell/place.tsx';
import { PasswordCard } from './password-card.tsx';
import { SignInsCard } from './sign-ins-card.tsx';
import { TotpCard } from './totp-card.tsx';

export function AccountSection() {
  const { user } = usePlace().state;
  if (!user) return null;
  return (
    <>
      <PasswordCard email={user.email} />
      <TotpCard hasTotp={user.hasTotp} />
      <SignInsCard />
    </>
  );
}
