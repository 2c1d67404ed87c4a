/** NUL ends a string in PostgreSQL, and a lone surrogate has no UTF-8: neither comes back as it was sent. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
