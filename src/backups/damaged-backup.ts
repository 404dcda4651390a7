/** A backup that is not as it was written: nothing of it may be used. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'

  /** `what` is a sentence about one of its files: "data/00001.json.gz is missing". */
  constructor(folder: string, what: string) {
    super(`The backup ${folder} is damaged: ${what}.`)
  }
}
