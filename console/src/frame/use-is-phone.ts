import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

/** Whether the window is as narrow as a phone; the same width as in the styles. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watchWidth, () => matchMedia(query).matches)
}

function watchWidth(notify: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', notify)
  return () => list.removeEventListener('change', notify)
}
