import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

/** On a phone models are for looking at. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watchWidth, () => matchMedia(query).matches)
}

function watchWidth(notify: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', notify)
  return () => list.removeEventListener('change', notify)
}
