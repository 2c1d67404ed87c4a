/** Fragment of the address with which the box is open again after a purchase. */
export const ADD_MANY = '#add-many';
