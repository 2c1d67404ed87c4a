import { type ComponentProps, type ComponentType, createContext, createElement, use } from 'react';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
}

function PlainLink({ to, children, ...rest }: LinkProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  );
}

/** The link component: a page load, unless the app provides its router's. */
export const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** For parts that stand both in the app and on a page without its router. */
export function Link(props: LinkProps) {
  return createElement(use(LinkContext), props);
}
