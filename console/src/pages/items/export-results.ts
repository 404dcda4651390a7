/** Reads a query to its end and writes it into a file as it comes, however much that is. */
import { withoutLimit } from './whole-request.js'
import type { CodeRequest } from '../../code/request.js'
import type { Item } from '../../values/attribute-value.js'
import { withStart, type SendRead } from './read-page.js'
import { resultForms, ResultWriter, type ResultForm } from './result-files.js'

export interface ExportWish {
  readonly request: CodeRequest
  readonly form: ResultForm
  readonly columns: readonly string[]
  readonly name: string
  readonly signal: AbortSignal
  readonly onProgress: (items: number) => void
}

export interface Exported {
  readonly items: number
  readonly leftOut: readonly string[]
}

interface Sink {
  write(text: string): Promise<void>
  close(): Promise<void>
}

interface FilePicker {
  showSaveFilePicker?: (options: object) => Promise<{
    createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>
  }>
}

export async function exportResults(send: SendRead, wish: ExportWish): Promise<Exported> {
  const sink = await openSink(wish)
  const writer = new ResultWriter(wish.form, wish.columns)
  const request = withoutLimit(wish.request)
  let items = 0
  let start: Item | undefined
  await sink.write(writer.begin())
  do {
    const answer = await send(withStart(request, start), wish.signal)
    await sink.write(writer.write(answer.Items ?? []))
    items += answer.Items?.length ?? 0
    wish.onProgress(items)
    start = answer.LastEvaluatedKey
  } while (start !== undefined)
  await sink.write(writer.end())
  await sink.close()
  return { items, leftOut: writer.leftOut }
}

/** To the disk as it comes where the browser can, else in memory and to the downloads at the end. */
async function openSink({ form, name }: ExportWish): Promise<Sink> {
  const { ending, mime } = resultForms.find((each) => each.form === form)!
  const suggestedName = `${name}.${ending}`
  const picker = (globalThis as FilePicker).showSaveFilePicker
  if (picker !== undefined) {
    const handle = await picker.call(globalThis, { suggestedName })
    return handle.createWritable()
  }
  const parts: Blob[] = []
  return {
    write: (text) => {
      parts.push(new Blob([text]))
      return Promise.resolve()
    },
    close: () => {
      const address = URL.createObjectURL(new Blob(parts, { type: mime }))
      const link = document.createElement('a')
      link.href = address
      link.download = suggestedName
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 0)
      return Promise.resolve()
    },
  }
}
