// Works until somebody ends it.
function spin() {
  let x = 0;
  for (let i = 0; ; i++) x = (x * 31 + i) | 0;
}
console.log('up');
spin();
