/** The price on a button that charges: what a press costs is read before it is made. */
export function Price({ credits }: { readonly credits: number }) {
  return (
    <span className="digits text-14 font-[550] whitespace-nowrap opacity-85">
      <span aria-hidden>· </span>
      {credits} credits
    </span>
  );
}
