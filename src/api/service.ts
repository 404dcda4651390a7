/**
 * A service as a value: what its model says, with what this server compiles from it. An operation is
 * looked up by name once, when it is registered or called, and then passed on as a value that knows
 * its service, its decoder and its constraints.
 */
import { compileInputCheck, type CheckInput } from './check-constraints.js'
import { compileDecoder } from './compile-decoder.js'
import type { Decode } from './decode-scalars.js'
import type { Quirks } from './quirks.js'
import type { ServiceModel } from './service-model.js'

export interface Service extends Omit<ServiceModel, 'operations'> {
  /** Names the service throughout this server: a folder of operations, a key of types. */
  readonly id: string
  readonly quirks: Quirks
  /** All operations of the model, whether or not this server carries them out. */
  readonly operations: ReadonlyMap<string, ServiceOperation>
}

export interface ServiceOperation {
  readonly service: Service
  readonly name: string
  /** `service.Operation`: unique among all services. */
  readonly id: string
  /** Undefined where the model has none. */
  readonly inputShape: string | undefined
  readonly outputShape: string | undefined
  /**
   * Parsed JSON becomes the input: every member has the JSON type its shape asks for, members the
   * model does not know and nulls are gone, and what AWS converts is converted. Nothing is copied
   * that did not change, so an ordinary request comes back as the object it was.
   */
  readonly decodeJson: (json: unknown) => unknown
  /** Refuses an input of the right types that breaks a constraint. */
  readonly checkConstraints: CheckInput
}

export function createService(id: string, model: ServiceModel, quirks: Quirks): Service {
  const operations = new Map<string, ServiceOperation>()
  const service: Service = { ...model, id, quirks, operations }
  for (const name of Object.keys(model.operations)) {
    operations.set(name, createOperation(service, name, model.operations[name]!))
  }
  return service
}

/** Compiled at first use: a server that starts has a hundred operations and needs few of them. */
function createOperation(
  service: Service,
  name: string,
  { input, output }: ServiceModel['operations'][string],
): ServiceOperation {
  let decode: Decode | undefined
  let check: CheckInput | undefined
  return {
    service,
    name,
    id: `${service.id}.${name}`,
    inputShape: input,
    outputShape: output,
    decodeJson: (json) => (decode ??= compileInput(service, input))(json),
    checkConstraints: (value) => (check ??= compileInputCheck(service, name, input))(value),
  }
}

function compileInput(service: Service, shape: string | undefined): Decode {
  return shape === undefined ? () => ({}) : compileDecoder(service, shape, 'element')
}
