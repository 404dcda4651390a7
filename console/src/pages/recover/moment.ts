/** A second of a table's past: steps on the slider, and names for what is restored from it. Whole seconds since 1970. */
export interface MomentRange {
  readonly earliest: number
  readonly latest: number
}

export const steps = [
  { seconds: 1, name: '1 s' },
  { seconds: 60, name: '1 min' },
  { seconds: 3600, name: '1 h' },
] as const

/** AWS: times come with fractions. A second that is not whole yet cannot be restored. */
export function restorableRange(earliest: number, latest: number): MomentRange {
  const first = Math.ceil(earliest)
  return { earliest: first, latest: Math.max(first, Math.floor(latest)) }
}

export function withinRange(moment: number, { earliest, latest }: MomentRange): number {
  return Math.min(latest, Math.max(earliest, Math.trunc(moment)))
}

export interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
}

/** Arrows move by seconds, with Shift by minutes, with Ctrl by hours; so do the keys for pages. */
export function stepOfKey({ key, shiftKey, ctrlKey }: PressedKey): number | undefined {
  const length = ctrlKey ? 3600 : shiftKey ? 60 : 1
  if (key === 'ArrowLeft' || key === 'ArrowDown') return -length
  if (key === 'ArrowRight' || key === 'ArrowUp') return length
  if (key === 'PageDown') return -3600
  return key === 'PageUp' ? 3600 : undefined
}

const tableNameMax = 255

/** `Music-at-20261116-140210`, in UTC. */
export function restoredName(table: string, moment: number): string {
  const time = new Date(moment * 1000)
    .toISOString()
    .slice(0, 19)
    .replace(/[-:]/g, '')
    .replace('T', '-')
  const ending = `-at-${time}`
  return table.slice(0, tableNameMax - ending.length) + ending
}

/** For an input of type `datetime-local`, in the zone of this computer. */
export function localText(moment: number): string {
  const date = new Date(moment * 1000)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

export function momentOfText(text: string): number | undefined {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : Math.trunc(ms / 1000)
}
