/** What is used of WebAssembly, which the types of Node leave to those of browsers. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  /** Takes pages of 64 KB; the buffers from before are detached. Throws if there are none. */
  grow(pages: number): number
}

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>
}

interface WebAssemblyApi {
  Memory: new (limits: { readonly initial: number; readonly maximum: number }) => WasmMemory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: Readonly<Record<string, object>>) => WasmInstance
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
  .WebAssembly
