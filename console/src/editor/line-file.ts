/** A file of JSON lines that grows while work goes on; the browser keeps it outside of the page's memory. */
const flushCharacters = 256 * 1024

export class LineFile {
  #parts: Blob[] = []
  #buffer = ''
  #count = 0

  get count(): number {
    return this.#count
  }

  add(line: unknown): void {
    this.#buffer += `${JSON.stringify(line)}\n`
    this.#count += 1
    if (this.#buffer.length > flushCharacters) this.#flush()
  }

  blob(): Blob {
    this.#flush()
    return new Blob(this.#parts, { type: 'application/x-ndjson' })
  }

  #flush(): void {
    if (this.#buffer === '') return
    // One blob of all before keeps their number small.
    this.#parts = [new Blob([...this.#parts, this.#buffer])]
    this.#buffer = ''
  }
}

export async function* linesOf(blob: Blob): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
    if (done) break
  }
  if (rest.trim() !== '') yield rest
}
