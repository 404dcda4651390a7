/**
 * Memory that comes from the system and goes back to it, past the allocator.
 *
 * glibc returns a large piece when it is freed, but each raises the size from which it does so. After some pieces of 16 MB
 * it keeps what is freed, and small pieces that came later keep it from returning anything. V8 maps the memory
 * of a buffer that may be resized itself.
 */
export function ownMemory(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)
}
