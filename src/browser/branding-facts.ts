/** The part of a page that something stands in. */
export type Zone = 'header' | 'nav' | 'main' | 'aside' | 'footer';

/** The role of a text, from the innermost element that tells one. */
export type TextRole = 'text' | 'link' | 'button' | 'code' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

/** All text of one look. Colours and lengths are as computed by the browser: `rgb(1, 2, 3)`, `oklch(...)`, `16px`. */
export interface TextFact {
  role: TextRole;
  zone: Zone;
  color: string;
  /** The colour that is painted behind it; '' when none is. */
  background: string;
  family: string;
  size: string;
  weight: string;
  lineHeight: string;
  /** A link that has another colour than the text around it. */
  isDistinct: boolean;
  characters: number;
}

/** Something that looks like a button, or an input. */
export interface ControlFact {
  zone: Zone;
  background: string;
  /** The colour that it stands on. */
  behind: string;
  /** `background-image`, for gradients. */
  image: string;
  color: string;
  borderColor: string;
  borderWidth: string;
  radius: string;
  padding: string;
  fontSize: string;
  width: number;
  height: number;
  top: number;
  /** Its class names, and `submit` for the button that sends a form. */
  hints: string;
}

export interface IconFact {
  kind: 'svg' | 'sprite' | 'font' | 'image' | 'element';
  /** Class names and telling attributes. */
  hints: string;
  width: number;
  isFilled: boolean;
  isStroked: boolean;
}

export interface MotionFact {
  /** `''` for a transition. */
  name: string;
  duration: string;
  easing: string;
  count: number;
}

/** The computed styles of a page's elements. Bounded: a large page is read in part. */
export interface BrandStyles {
  viewport: { width: number; height: number };
  /** Elements that were read. */
  elements: number;
  isComplete: boolean;
  root: {
    colorScheme: string;
    background: string;
    bodyBackground: string;
    bodyColor: string;
    bodyFamily: string;
  };
  isSmoothScrolling: boolean;
  /** Painted pixels that nothing else within them covers, by colour. */
  backgrounds: Array<[color: string, area: number]>;
  borders: Array<[color: string, count: number]>;
  texts: TextFact[];
  buttons: ControlFact[];
  inputs: ControlFact[];
  icons: IconFact[];
  motions: MotionFact[];
  /** Radii of boxes that can be seen (cards, pictures), without those of buttons and inputs. */
  radii: Array<[radius: string, count: number]>;
  /** Every padding, margin and gap in px. */
  lengths: Array<[px: number, count: number]>;
  /** Paddings and margins of kinds of elements, as shorthand. */
  paddings: Array<[kind: string, value: string, count: number]>;
  margins: Array<[kind: string, value: string, count: number]>;
  /** Elements whose class says what state they show. */
  states: Array<{
    state: 'success' | 'warning' | 'error';
    color: string;
    background: string;
    border: string;
  }>;
  layout: {
    flexes: number;
    grids: number;
    /** Columns of grids, by the area that they fill. */
    columns: Array<[columns: number, area: number]>;
    /** Widths that centred containers do not exceed, by the area that they fill. */
    maxWidths: Array<[maxWidth: string, area: number]>;
    header?: { position: string; height: number; background: string };
    hero?: { top: number; height: number; textAlign: string };
    hasAside: boolean;
    hasFooter: boolean;
  };
}

export interface LogoFact {
  kind: 'svg' | 'image' | 'background';
  /** Absolute address, or the markup of an inline SVG. */
  source: string;
  width: number;
  height: number;
  top: number;
  zone: Zone;
  isHomeLink: boolean;
  /** Names, classes and texts around it. */
  hints: string;
  alt: string;
}

/** The facts about a page's brand beside its looks. */
export interface BrandAssets {
  /** Media type of the document as the browser took it. */
  contentType: string;
  url: string;
  title: string;
  themeColor: string;
  applicationName: string;
  siteName: string;
  ogLogo: string;
  touchIcon: string;
  /** Texts of JSON-LD scripts. */
  jsonLd: string[];
  logos: LogoFact[];
  /** Custom properties that may hold colours, as they apply to the body. */
  variables: Array<[name: string, value: string]>;
  keyframes: string[];
}

export interface BrandingFacts {
  styles: BrandStyles;
  assets: BrandAssets;
}
