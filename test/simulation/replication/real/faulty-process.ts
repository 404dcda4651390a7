/**
 * Loaded into a server's process before its own code (`node --import`): its store is wrong on purpose. The address of
 * this module names the fault.
 */
import { drivers } from '../../../../src/storage/drivers.js'
import { faultyEngine } from '../faulty-engine.js'
import { faults } from '../faults.js'

const name = new URL(import.meta.url).searchParams.get('fault')!

for (const driver of drivers) {
  const open = driver.open.bind(driver)
  Object.assign(driver, {
    async open(...given: Parameters<typeof open>) {
      const engine = await open(...given)
      return faultyEngine(engine, faults[name]!(await engine.spaces()))
    },
  })
}
