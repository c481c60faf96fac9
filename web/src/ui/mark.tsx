/** The logo: a cut diamond. Its greens are the same in both themes, since its background is always dark. */
export const Mark = ({ size = 36 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="9 14 46 39" aria-hidden="true" focusable="false">
    <path d="M20 17h24l9 12-21 21L11 29z" fill="#0f6b4d" />
    <path d="M20 17l12 12H11z" fill="#5fd0a5" />
    <path d="M44 17L32 29h21z" fill="#2ba37a" />
    <path d="M20 17h24L32 29z" fill="#a9ecd2" />
    <path d="M11 29h21v21z" fill="#1f8f69" />
    <path d="M53 29H32v21z" fill="#0b5a41" />
  </svg>
);

/** Facets as a quiet pattern behind large fields of colour. */
export const Facets = ({ className }: { readonly className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeWidth="1">
      <path d="M80 40h240l90 90-210 210L-10 130z" />
      <path d="M80 40l120 90H-10M320 40L200 130h210M80 40h240L200 130zM-10 130h210v210zM410 130H200v210z" />
      <path d="M140 40L95 130l105 210M260 40l45 90-105 210M140 40l60 90 60-90" />
    </g>
  </svg>
);
