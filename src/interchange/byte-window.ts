/** The bytes of a file that are still needed. Grows by doubling, so that adding takes linear time. */
export class ByteWindow {
  #buffer = Buffer.alloc(0)
  #start = 0
  #end = 0

  get bytes(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  add(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  drop(count: number): void {
    this.#start += count
  }

  #makeRoom(count: number): void {
    const held = this.bytes
    const needed = held.length + count
    const fits = needed <= this.#buffer.length && held.length <= this.#start
    const buffer = fits ? this.#buffer : Buffer.allocUnsafe(Math.max(needed * 2, 1024))
    held.copy(buffer)
    this.#buffer = buffer
    this.#start = 0
    this.#end = held.length
  }
}
