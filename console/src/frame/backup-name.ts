/** `Music-2026-11-16-14-02-10`: letters, digits, dots, hyphens and underscores, at most 255. */
export function backupName(table: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replace(/[T:]/g, '-')
  return `${table.slice(0, 255 - time.length - 1)}-${time}`
}
