/** Counts checks by their outcome, and prints each of them. */
export class Tally {
  passed = 0
  failed = 0
  skipped = 0

  async check(name: string, run: () => void | Promise<void>): Promise<void> {
    try {
      await run()
      this.pass(name)
    } catch (error) {
      this.fail(name, error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
  }

  pass(name: string): void {
    this.passed++
    console.log(`ok     ${name}`)
  }

  fail(name: string, why: string): void {
    this.failed++
    console.log(`FAILED ${name}\n${why.replace(/^/gm, '  ')}`)
  }

  skip(name: string, why: string): void {
    this.skipped++
    console.log(`SKIPPED ${name}: ${why}`)
  }
}
