/**
 * A service as a value: what its model says, with what this server compiles from it. An operation
 * is looked up by name once, when it is registered or called, and then passed on as a value that
 * knows its service, its decoder and its constraints.
 */
import { compileInputCheck, type CheckInput } from './check-constraints.js'
import { compileDecoder } from './compile-decoder.js'
import type { Decode } from '../model/decode-scalars.js'
import type { Quirks } from './quirks.js'
import type { ServiceModel } from './service-model.js'
import type { Shapes } from './shape.js'

export interface Service extends Omit<ServiceModel, 'operations' | 'shapesJson'> {
  /** Identifies the service in this server: a folder of operations, a key of types. */
  readonly id: string
  readonly quirks: Quirks
  readonly shapes: Shapes
  /** All operations of the model, whether or not this server implements them. */
  readonly operations: ReadonlyMap<string, ServiceOperation>
}

export interface ServiceOperation {
  readonly service: Service
  readonly name: string
  /** `service.Operation`: unique among all services. */
  readonly id: string
  /** Undefined if the model has none. */
  readonly inputShape: string | undefined
  readonly outputShape: string | undefined
  /** Whether it is called without a signature: the input says who calls. */
  readonly isUnsigned: boolean
  /**
   * Turns parsed JSON into the input: every member has the JSON type of its shape, nulls and
   * members that the model does not know are dropped, and what AWS converts is converted. Only what
   * changes is copied, so for an ordinary request it returns the same object.
   */
  readonly decodeJson: (json: unknown) => unknown
  /** Refuses an input that has the right types but breaks a constraint. */
  readonly checkConstraints: CheckInput
}

export function createService(id: string, model: ServiceModel, quirks: Quirks): Service {
  const operations = new Map<string, ServiceOperation>()
  const { shapesJson, ...rest } = model
  let shapes: Shapes | undefined
  const service: Service = {
    ...rest,
    id,
    quirks,
    operations,
    get shapes() {
      return (shapes ??= JSON.parse(shapesJson) as Shapes)
    },
  }
  for (const name of Object.keys(model.operations)) {
    operations.set(name, createOperation(service, name, model.operations[name]!))
  }
  return service
}

/**
 * Compiled on first use: there are two hundred operations, and a starting server needs few of them.
 */
function createOperation(
  service: Service,
  name: string,
  { input, output, unsigned }: ServiceModel['operations'][string],
): ServiceOperation {
  let decode: Decode | undefined
  let check: CheckInput | undefined
  return {
    service,
    name,
    id: `${service.id}.${name}`,
    inputShape: input,
    outputShape: output,
    isUnsigned: unsigned === true,
    decodeJson: (json) => (decode ??= compileInput(service, input))(json),
    checkConstraints: (value) => (check ??= compileInputCheck(service, name, input))(value),
  }
}

function compileInput(service: Service, shape: string | undefined): Decode {
  return shape === undefined ? () => ({}) : compileDecoder(service, shape, 'element')
}
