/** Hands on an answer inside an effect, unless the effect is over by then. The returned function ends it. */
export function takeWhenThere<Value>(asked: Promise<Value>, take: (value: Value) => void): () => void {
  let isOver = false;
  void asked.then((value) => {
    if (!isOver) take(value);
  });
  return () => {
    isOver = true;
  };
}
