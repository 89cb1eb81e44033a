/** Lists of views that are the same object in later answers, as long as nothing of them changes: what is made of one may be kept with it. */
const shared = new WeakSet<object>();

export function shareView<View extends object>(view: View): View {
  shared.add(view);
  return view;
}

export const isSharedView = (view: object): boolean => shared.has(view);
