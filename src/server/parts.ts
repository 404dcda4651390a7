/**
 * Parts of a server that are started in order and stopped in reverse order, so that every part can
 * rely on those before it for as long as it runs.
 */
export interface Part {
  readonly name: string
  start?(): void | Promise<void>
  stop(): Promise<void>
}

/** Resolves with a function that stops all parts. If one does not start, those before it are stopped. */
export async function startParts(parts: readonly Part[]): Promise<() => Promise<void>> {
  const started: Part[] = []
  try {
    for (const part of parts) {
      await part.start?.()
      started.push(part)
    }
  } catch (error) {
    await stopParts(started).catch(() => undefined)
    throw error
  }
  return () => stopParts(started)
}

/** Stops every part even if one fails, and rejects with the first failure. */
async function stopParts(started: readonly Part[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of [...started].reverse()) {
    await part.stop().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
