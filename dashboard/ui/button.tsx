import type { ButtonHTMLAttributes, Ref } from 'react';
import type { IconComponent } from './icons.tsx';

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: ButtonLook;
  icon?: IconComponent;
  /** While it works it cannot be pressed again. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({ look = 'plain', icon: Icon, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look} ${rest.className ?? ''}`}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
    >
      {Icon && <Icon />}
      {children}
    </button>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'look'> & {
  icon: IconComponent;
  label: string;
};

export function IconButton({ icon: Icon, label, busy: _busy, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`icon-button ${rest.className ?? ''}`}
    >
      <Icon />
    </button>
  );
}
