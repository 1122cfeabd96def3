/** Runs before anything is drawn, so that no page is light for a moment where the dark was chosen. */
import { applyTheme, themeAt } from './shell/stored-theme.ts';

applyTheme(themeAt(location));
