import { Component, type ReactNode } from 'react';
import { ErrorState } from './ui/states.tsx';

type Props = { children: ReactNode };

/** A page that cannot be drawn, or whose code a newer version has replaced, leaves the rest standing. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <ErrorState error={this.state.error} retry={() => location.reload()} />;
  }
}
