/** Files of the user's disk. */
import type { DataModel } from '../../modelling/data-model.js'

export interface FileForm {
  readonly name: string
  readonly mediaType: string
  readonly text: string
}

export function saveFile({ name, mediaType, text }: FileForm): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by the time it gets to other work.
  setTimeout(() => URL.revokeObjectURL(url))
}

export function fileNameOf({ name }: DataModel, ending: string): string {
  const plain = name.trim().replace(/[^\w.-]+/g, '-') || 'model'
  return `${plain}${ending}`
}
