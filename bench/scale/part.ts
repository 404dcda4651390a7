/** A curve of the bench: it can be run alone. */
export interface ScalePart {
  readonly name: string
  /** What it needs beside Node; it is then run only when it is named. */
  readonly needs?: string
  run(stage: Stage): Promise<void>
}

export interface Stage {
  /** For data; removed afterwards. */
  readonly folder: string
  /** Keeps a picture with the documents, if pictures are wanted. */
  draw(name: string, svg: string): void
}
