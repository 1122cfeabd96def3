/** Icons of the dashboard as 16 px line drawings that take the colour of their text. They say nothing on their own. */
import type { ReactNode } from 'react';

export type IconProps = { size?: number };
export type IconComponent = (props: IconProps) => ReactNode;

function icon(drawing: ReactNode): IconComponent {
  return ({ size = 16 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}

export const IconChart = icon(<path d="M2 13.5h12M4.5 11V8M8 11V5m3.5 6V2.5" />);
export const IconPulse = icon(<path d="M1.5 8.5h3L6.5 3l3 10 2-4.5h3" />);
export const IconFunnel = icon(<path d="M2 3h12L9.5 8.5v4l-3 1.5V8.5z" />);
export const IconGrid = icon(<path d="M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11" />);
export const IconCoins = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M10 5.8C9.6 5.2 8.9 5 8 5c-1.2 0-2 .6-2 1.500C6 8.6 10.2 7.4 10.2 9.600c0 1-.9 1.5-2.2 1.5-1 0-1.8-.3-2.2-1M8 3.900V5m0 6.100v1" />
  </>,
);
export const IconPeople = icon(
  <>
    <circle cx="6" cy="5.5" r="2.5" />
    <path d="M1.5 13.500c.3-2.5 2-4 4.5-4s4.2 1.5 4.5 4M10.5 3.200a2.5 2.5 0 0 1 0 4.600M12 9.900c1.5.6 2.3 1.8 2.5 3.6" />
  </>,
);
export const IconList = icon(<path d="M5.5 4h8.500M5.5 8h8.500m-8.5 4h8.500M2.2 4h.1m-.1 4h.1m-.1 4h.1" />);
export const IconPage = icon(<path d="M3.5 1.500h6l3 3v10h-9zM9.500 1.500v3h3" />);
export const IconSpark = icon(
  <path d="M7.5 2 9 6.5 13.5 8 9 9.5 7.5 14 6 9.5 1.5 8 6 6.500zM13 1.500v3M14.5 3h-3" />,
);
export const IconBolt = icon(<path d="M9 1.5 3 9h4.500L7 14.5 13 7H8.500z" />);
export const IconHeart = icon(
  <path d="M2 8.500h3l1.5-3 3 5 1.5-2H14M8 14C3.5 11 1.5 8.5 1.5 5.800A3.3 3.3 0 0 1 8 4.500a3.3 3.3 0 0 1 6.5 1.300C14.5 8.5 12.5 11 8 14z" />,
);
export const IconGear = icon(
  <>
    <circle cx="8" cy="8" r="2.2" />
    <path d="M8 1.500v2m0 9v2M1.5 8h2m9 0h2M3.4 3.400l1.4 1.400m6.4 6.4 1.4 1.400m0-9.2-1.4 1.400m-6.4 6.4-1.4 1.4" />
  </>,
);
export const IconCheck = icon(<path d="m3 8.5 3.5 3.500L13 4.5" />);
export const IconCross = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const IconPlus = icon(<path d="M8 3v10M3 8h10" />);
export const IconChevron = icon(<path d="m4 6 4 4 4-4" />);
export const IconLeft = icon(<path d="m10 3.5-4.5 4.5 4.5 4.5" />);
export const IconRight = icon(<path d="m6 3.5 4.5 4.5-4.5 4.5" />);
export const IconUp = icon(<path d="M8 13V3.500M4 7l4-4 4 4" />);
export const IconDown = icon(<path d="M8 3v9.500M4 9l4 4 4-4" />);
export const IconCopy = icon(<path d="M5.5 5.500v-3h8v8h-3M2.5 5.500h8v8h-8z" />);
export const IconDownload = icon(<path d="M8 2v8.500M4.5 7.5 8 11l3.5-3.500M2.5 13.500h11" />);
export const IconExpand = icon(<path d="M9.5 2.500h4v4m0-4-4.5 4.500m-2.5 6.500h-4v-4m0 4L7 9" />);
export const IconFilter = icon(<path d="M2 4h12M4.5 8h7M6.5 12h3" />);
export const IconCalendar = icon(<path d="M2.5 3.500h11v10h-11zM2.5 6.700h11M5.5 2v2.500m5-2.500v2.5" />);
export const IconBookmark = icon(<path d="M4 2.500h8v11l-4-3-4 3z" />);
export const IconSun = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.500v1.200m0 10.600v1.200M1.5 8h1.200m10.6 0h1.200M3.4 3.400l.9.9m7.4 7.4.9.9m0-9.2-.9.900m-7.4 7.4-.9.9" />
  </>,
);
export const IconMoon = icon(<path d="M13.5 9.500A6 6 0 0 1 6.5 2.500a6 6 0 1 0 7 7z" />);
export const IconScreen = icon(<path d="M2 3h12v8.500H2zM5.5 14h5M8 11.500V14" />);
export const IconMore = icon(<path d="M3.5 8h.1m4.4 0h.1m4.4 0h.1" strokeWidth="2.2" />);
export const IconPerson = icon(
  <>
    <circle cx="8" cy="5.5" r="2.8" />
    <path d="M2.8 14c.4-2.8 2.3-4.5 5.2-4.500s4.8 1.7 5.2 4.5" />
  </>,
);
export const IconWarning = icon(<path d="M8 2 14.5 13.500h-13zM8 6.500v3.200m0 1.900v.1" />);
export const IconPencil = icon(<path d="m3 13 .6-2.800L10.8 3l2.2 2.2-7.2 7.200zM9.3 4.500l2.2 2.2" />);
export const IconFlag = icon(<path d="M4 14.500v-12h8.500l-2 3 2 3H4" />);
export const IconTrash = icon(
  <path d="M2.5 4h11M6 4V2.500h4V4M4 4l.7 9.500h6.600L12 4M6.7 6.800v4m2.6-4v4" />,
);
