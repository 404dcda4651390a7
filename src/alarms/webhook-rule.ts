/**
 * Which addresses alarms may call. Whoever may put an alarm could have the server call whatever it can reach,
 * so its operator lists what may be called.
 */

/** An entry allows what is at its address and below. */
export function isCallable(address: string, allowed: readonly string[]): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false
  const { origin, pathname } = new URL(address)
  return allowed.some((entry) => {
    const place = new URL(entry)
    const folder = place.pathname.endsWith('/') ? place.pathname : `${place.pathname}/`
    return place.origin === origin && `${pathname}/`.startsWith(folder)
  })
}
