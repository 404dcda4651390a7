/** Puts a text on the clipboard, also where the page came over plain HTTP and browsers offer no clipboard. */
export async function copyText(text: string): Promise<void> {
  // Missing outside secure contexts, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard !== undefined) return clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  // The only way there is left.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand('copy')
  area.remove()
}
