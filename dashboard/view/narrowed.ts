import { createElement, type ReactNode } from 'react';
import { Advice } from '../installation/advice.tsx';
import type { Look } from './use-look.ts';

/** What to do about an empty answer. */
export const adviceFor = (look: Look, otherwise: string): ReactNode =>
  createElement(Advice, { look, otherwise });
