/** Where the user is, and how to go elsewhere. */
import { useSyncExternalStore, type ComponentProps } from 'react'
import { Link as Anchor, useLocation } from 'wouter'
import { readFragment, writeFragment, type FragmentValues } from './fragment.js'
import { placeOf, type Place } from './paths.js'

export function usePlace(): Place {
  const [path] = useLocation()
  return placeOf(path)
}

/** The region of the page; the pages that ask for it have one. */
export function useRegion(): string {
  return usePlace().region ?? ''
}

export function useNavigate(): (path: string, options?: { readonly replace?: boolean }) => void {
  const [, navigate] = useLocation()
  return navigate
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
}

export function Link({ to, ...props }: LinkProps) {
  return <Anchor href={to} {...props} />
}

export type FragmentChange = Readonly<Record<string, string | undefined>>

/** The values in the address, and a way to change some of them; a new entry of the history only if asked for. */
export function useFragment(): readonly [
  FragmentValues,
  (change: FragmentChange, options?: { readonly push?: boolean }) => void,
] {
  const hash = useSyncExternalStore(watchHash, () => location.hash)
  const values = readFragment(hash)
  const change = (some: FragmentChange, { push = false } = {}) => {
    const next = writeFragment({ ...readFragment(location.hash), ...some })
    const address = `${location.pathname}${next}`
    if (push) history.pushState(history.state, '', address)
    else history.replaceState(history.state, '', address)
  }
  return [values, change]
}

/** Wouter tells of changes made by script. */
const events = ['hashchange', 'popstate', 'pushState', 'replaceState']

function watchHash(notify: () => void): () => void {
  for (const event of events) addEventListener(event, notify)
  return () => {
    for (const event of events) removeEventListener(event, notify)
  }
}
