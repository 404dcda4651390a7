/** The text of a file as it is read, unpacked if it is a gzip file. */
export interface NamedFile {
  readonly name: string
  readonly size: number
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
}

export async function* textOf(
  file: NamedFile,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string> {
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        onBytes(chunk.length)
        controller.enqueue(chunk)
      },
    }),
  )
  const plain = isGzip(file) ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
  const reader = plain.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield decoder.decode(value, { stream: true })
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (error instanceof TypeError && !isGzip(file))
      throw new Error(`${file.name} is not UTF-8 text.`, { cause: error })
    throw error
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function isGzip({ name }: NamedFile): boolean {
  return /\.gz$/i.test(name)
}
