/** `npm run bench [name …]`: the named benches, or all of them. Benches report; they fail no test. */
import { runStoredForm } from './stored-form.js'

const benches = new Map<string, () => void | Promise<void>>([['stored-form', runStoredForm]])

await main(process.argv.slice(2))

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !benches.has(name))
  if (unknown.length > 0) return refuse(unknown)
  for (const [name, run] of benches) {
    if (names.length === 0 || names.includes(name)) await run()
  }
}

function refuse(unknown: readonly string[]): void {
  console.error(
    `No bench is called ${unknown.join(', ')}. There are: ${[...benches.keys()].join(', ')}.`,
  )
  process.exitCode = 1
}
