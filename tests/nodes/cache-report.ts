export interface CostAtNode {
  /** Milliseconds of a processor. */
  readonly ms: number;
  /** With the headers, compressed. */
  readonly bytes: number;
}

/** What spectators got of a cache, and what the node did for it. */
export interface CacheReport {
  readonly seconds: number;
  /** Requests that the cache answered, as the load counted them. */
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** The same for each second that the cache used of a processor. */
  readonly requestsPerProcessorSecond: number;
  readonly failed: number;
  /** The most requests of any one second that reached the node, and all of them. */
  readonly nodeMost: number;
  readonly nodeAll: number;
  /** Processor time of the node for them and for the taps, in seconds. */
  readonly nodeSeconds: number;
  readonly taps: number;
  /** Answers that were looked at, and how old the oldest change was that one of them lacked, in ms: median and most. */
  readonly looked: number;
  readonly age: { readonly median: number; readonly most: number };
  /** From the answer to the change of link until the cache refused, in ms. */
  readonly deadAfter: number;
  /** Requests with a query or a cookie that reached the node beside the usual ones. */
  readonly reachedByQuery: number;
  readonly bytes: number;
  /** What one arrival costs the node: the page itself, and the time that it asks for once. */
  readonly arrival: Readonly<Record<'page' | 'clock' | 'clock over a socket' | 'sign of life', CostAtNode>>;
  readonly surprises: readonly string[];
}
