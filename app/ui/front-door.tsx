export function FrontDoor() {
  return (
    <svg
      className="front-door"
      viewBox="0 0 560 600"
      width="560"
      height="600"
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="#0e4f4a"
        d="M18 120h46v14h-46zM70 120h26v14h-26zM18 304h30v14h-30zM18 330h52v14h-52zM486 150h52v14h-52zM456 176h30v14h-30zM500 330h42v14h-42zM478 356h34v14h-34zM40 94h44v14h-44zM476 70h40v14h-40zM26 430h34v14h-34zM506 250h34v14h-34zM86 40h40v14h-40zM430 28h46v14h-46zM132 66h24v14h-24z"
      />
      <path fill="#f2b33d" d="M104 548V236a176 176 0 0 1 352 0v312Z" />
      <path
        fill="none"
        stroke="#0a3b37"
        strokeWidth="3"
        d="M406.5,194.9L447.4,181.6M387.6,157.8L422.4,132.5M358.2,128.4L383.5,93.6M321.1,109.5L334.4,68.6M238.9,109.5L225.6,68.6M201.8,128.4L176.5,93.6M172.4,157.8L137.6,132.5M153.5,194.9L112.6,181.6M104 300h43M104 364h43M104 428h43M104 492h43M413 300h43M413 364h43M413 428h43M413 492h43"
      />
      <path fill="#ffc968" d="M262 112 256 56h48l-6 56Z" />
      <path fill="#faf6ef" d="M146 548V236a134 134 0 0 1 268 0v312Z" />
      <path fill="#f1e9dc" d="M146 548V236h14v312zm254-312h14v312h-14z" />
      <path fill="#072e2b" d="M168 548V236a112 112 0 0 1 224 0v312Z" />
      <path fill="#fdf1d8" d="M178 236a102 102 0 0 1 204 0Z" />
      <path fill="#ffc968" d="M206 236a74 74 0 0 1 148 0Z" opacity=".55" />
      <g fill="none" stroke="#0e4f4a" strokeWidth="6" strokeLinejoin="round">
        <path d="M178 236a102 102 0 0 1 204 0ZM314.6,216L366.6,186M300,201.4L330,149.4M280,196L280,136M260,201.4L230,149.4M245.4,216L193.4,186" />
        <path
          strokeWidth="4"
          d="M354,233.4A19 19 0 0 0 345.3,201.3M342.8,196.8A19 19 0 0 0 319.2,173.2M314.7,170.7A19 19 0 0 0 282.6,162M277.4,162A19 19 0 0 0 245.3,170.7M240.8,173.2A19 19 0 0 0 217.2,196.8M214.7,201.3A19 19 0 0 0 206,233.4"
        />
        <path fill="#f2b33d" d="M240 236a40 40 0 0 1 80 0Z" />
      </g>
      <path fill="#faf6ef" d="M168 236h224v16H168z" />
      <path fill="#f1e9dc" d="M168 248h224v4H168z" />
      <path fill="#12635c" d="M178 252h204v296H178z" />
      <g fill="#0e4f4a">
        <path d="M200 274h72v52h-72zm88 0h72v52h-72zM200 346h72v82h-72zm88 0h72v82h-72zM200 468h72v62h-72zm88 0h72v62h-72z" />
      </g>
      <path
        fill="none"
        stroke="#1d7a71"
        strokeWidth="3"
        d="M200 326v-52h72M288 326v-52h72M200 428v-82h72M288 428v-82h72M200 530v-62h72M288 530v-62h72"
      />
      <g fill="#f2b33d">
        <rect x="244" y="440" width="72" height="16" rx="3" />
        <circle cx="364" cy="448" r="8" />
        <path d="M276 300h8v14a14 14 0 1 1-8 0z" />
      </g>
      <circle cx="280" cy="328" r="7" fill="#12635c" />
      <path fill="#0a3b37" d="M252 446h56v4h-56z" />
      <path fill="#faf6ef" d="M84 548h392v18H84z" />
      <path fill="#dad5cb" d="M84 562h392v4H84z" />
      <path fill="#f1e9dc" d="M52 566h456v20H52z" />
      <path fill="#dad5cb" d="M52 582h456v4H52z" />
      <path fill="#faf6ef" d="M20 586h520v14H20z" />
      <g id="lamp">
        <path fill="none" stroke="#f2b33d" strokeWidth="4" d="M62 268v-22h0M50 218h24" />
        <path fill="#fdf1d8" d="M48 222h28l-5 40H53Z" />
        <path
          fill="none"
          stroke="#f2b33d"
          strokeWidth="4"
          strokeLinejoin="round"
          d="M48 222h28l-5 40H53ZM62 222v40"
        />
        <path fill="#f2b33d" d="M44 222l18-18 18 18z" />
        <path fill="#f2b33d" d="M56 262h12v10H56z" />
      </g>
      <use href="#lamp" x="436" />
      <g id="bay">
        <path stroke="#dad5cb" strokeWidth="7" d="M66 470v50" />
        <circle cx="66" cy="428" r="46" fill="#2b7d73" />
        <path
          fill="#12635c"
          d="M66 474a46 46 0 0 1-46-46c0-6 1-12 3-17a52 52 0 0 0 88 27 46 46 0 0 1-45 36z"
        />
        <path
          fill="none"
          stroke="#8cc0b6"
          strokeWidth="4"
          strokeLinecap="round"
          d="M50 404c4-4 9-6 14-6M78 400l8 6M40 424l4-8M62 420c5-3 10-3 14 0M88 428l4 8M48 442c4 3 8 4 12 4M76 446l8-3"
        />
        <path fill="#f1e9dc" d="M38 514h56l-8 52H46Z" />
        <path fill="#dad5cb" d="M34 508h64v14H34z" />
      </g>
      <use href="#bay" x="428" />
    </svg>
  );
}
