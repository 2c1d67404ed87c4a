/** In the address: the box is open again after a purchase. */
export const ADD_MANY = '#add-many';
