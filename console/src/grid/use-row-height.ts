import { useSyncExternalStore } from 'react'

/** The height of a row by the density that was chosen. */
export function useRowHeight(): number {
  return useSyncExternalStore(watchDensity, readRowHeight)
}

const fallback = 28

function readRowHeight(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseInt(text, 10) || fallback
}

function watchDensity(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributes: true })
  addEventListener('resize', notify)
  return () => {
    observer.disconnect()
    removeEventListener('resize', notify)
  }
}
