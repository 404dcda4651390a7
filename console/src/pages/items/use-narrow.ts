import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}

function watch(notify: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}
