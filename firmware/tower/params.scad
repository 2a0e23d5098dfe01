// The dice tower's dimensions: everything else follows from these. Millimetres and degrees.
//
// Two frames of reference:
//   tower  x to the right seen from the front, y to the back, z up from the table
//   lane   u along the lane uphill (to the right), v across it to the back, w up from the glass;
//          origin where the left end wall, the front lip and the glass's upper face meet
// A die slides down the lane (u falls) and along it to the front lip (v falls).

// What you may have to change
die = 16;              // edge of your dice; measure them
slide = [76, 26, 1];   // microscope slide, ISO 8037-1
film = 0.1;            // clear FEP over it, on which dice slide
sensor_d = 3.2;        // bore for a 3 mm phototransistor; printers print bores small
sensor_body = 4.5;     // from under its flange to the tip of its lens
lamp_d = 2.6;          // seat of a 1.8 mm light diode, whose rim is 2.4 mm wide
lamp_body = 3.2;       // from under that rim to the tip of its lens
lamp_legs = 2;         // bore for its legs
fit = 0.3;             // gap between parts that go into one another
thread = 2.6;          // hole into which an M3 screw cuts its own thread
screw = 3.4;           // hole through which an M3 screw goes
wall = 2;

// The lane. Its slopes, width and heights were chosen by dropping thousands of simulated dice: a die
// that may turn freely in it doesn't jam, one that leans against a wall slides flat.
along = 25;            // slope down to the left
across = 22;           // slope down to the front
lane_z = 34;           // height of the lane's origin over the table
lane_width = 1.5 * die;                // more than a die's diagonal, less than two dice
lip = 1.25 * die;      // the front wall: lower, and dice jump over it
// In front of it stand bumpers, one for each die and the mouth's edge: what leans against them turned by 45 degrees or
// stands on an edge finds nothing beside and above them to lean on, and falls flat.
bumpers = die * [[0, 0.59375], [1.0625, 1.625], [2.09375, 2.125]];     // from u to u
bumper = 0.5625 * die; // their height: more than half a die, so that what lies flat stays; the last is as high as the lip
set_back = 3;          // of the lip behind them
lane_walls = 2.5 * die;                // the back and the left end
slide_v = -2;          // the slide's front edge: under the lip
bar = 1.56 * die;      // clear height under the chute: a die passes in any position, one riding another doesn't
pocket_end = 2.125 * die;              // where the mouth begins, u

// The sensors, seen from above; u v of a die's middle in its pocket
pockets = [[die / 2, die / 2], [1.5 * die, die / 2]];
throat = [3 * die, die / 2];
pitch = 0.275 * die;   // of the 3 x 3 sensors: the pips' own
grid = [for (v = [1, 0, -1], u = [-1, 0, 1]) pitch * [u, v]];      // C0 .. C8 of a multiplexer
lamps = [for (v = [-1, 1], u = [-1, 1]) pitch / 2 * [u, v]];       // between the sensors
throat_lamps = [for (u = [-1, 1]) [pitch * sqrt(0.5) * u, 0]];     // as far from their sensor

// Lamps and sensors don't touch the glass: light that enters it is bent to at most 41 degrees, so that of
// neighbours under it neither would see what the other lights. Found by ray tracing, docs/hardware/optics.
air = 2;               // height of the chamber between glass and block
aperture = 2;          // width and
web = 4;               // length of the tubes from the chamber down to the sensors
chamber = [[1, 1], [throat[0] + 6, die - 1]];      // its corners, u v; beside it the glass lies on the block

// The chute, in the tower's frame
opening = 2.2 * die;                   // the narrowest way that dice have to go
chute_x = [26, 26 + 4 * die];          // its inside
chute_y = [0, 2.3 * die] - bar * sin(across) * [1, 1];   // so that the mouth's front is square to the lane
chute_wall = 3.2;                      // a groove for the cover goes half through
cover_thick = 2;
baffle = 45;                           // slope of the baffles
reach = chute_x[1] - chute_x[0] - opening;
stage = reach + opening * (sqrt(2) - 1);   // from baffle to baffle, so that the way between is open too
lowest_tip = 129;                      // z of the third baffle's tip
chute_top = lowest_tip + 2 * stage + reach + 2;   // so low that the chute, laid down, fits a bed of 180 mm
groove_y = chute_y[1];
groove = chute_wall / 2;               // its depth; it closes over the cover at 45 degrees, for no printer prints on air
chute_back = groove_y + cover_thick + fit + 1.6;

// The mouth: dice drop from the chute on a wide floor, and a guide brings them into the lane
mouth_right = over(chute_x[1], chute_y[0], 0)[0] + 2;
mouth_back = over(0, chute_y[1], bar)[1];
guide = [[pocket_end, lane_width], [pocket_end + mouth_back - lane_width, mouth_back]];
collar = 8;            // the mouth's wall goes on around the chute's foot

// The sensor block is the floor of it all
block_height = slide[2] + air + web + sensor_body;     // a phototransistor's flange ends up below it
block = [[-8, -9], [mouth_right + 4, mouth_back + 9]];             // its corners, u v
block_screws = [[-5, 0], [-5, lane_width], [mouth_right - 8, -5.5], [mouth_right - 8, mouth_back + 5.5]];

// The base. Its screws stay clear of the mouth and of the sensor block
base_x = [-20, chute_x[1] + 22];
base_y = [-15, 62 + 3 * (die - 16)];
foot = 10;             // the floor reaches further, for stability
flange = 4;            // thickness of the lane's plate
base_screws = [for (x = [base_x[0] + 6, base_x[1] - 6], y = [base_y[0] + 6, base_y[1] - 6]) [x, y]];

// The tower without electronics, seen from the front: x to the right from its left wall, z up
plain_wide = 4 * die;
plain_deep = 2.3 * die;
plain_ramp = [3 * die, 4];             // its height at the left wall and at the exit
plain_tips = [4.5 * die, 4.5 * die + stage];                           // z of the baffles' tips: from the left, from the right
plain_high = plain_tips[1] + reach + 2;
plain_foot = 2 * die;                  // the floor goes on to the left, for stability

assert(die >= 15 && die <= 17, "The tower is made for dice of 15 to 17 mm: beyond, sensors and slide do not fit.");

// From the lane's frame into the tower's and back
module to_tower() {
    translate([0, 0, lane_z]) rotate([0, -along, 0]) rotate([across, 0, 0]) children();
}

module to_lane() {
    rotate([-across, 0, 0]) rotate([0, along, 0]) translate([0, 0, -lane_z]) children();
}

// The point of the plane at height w over the glass that lies over x y of the tower, in the lane's frame
function over(x, y, w) =
    let (v = (y + w * sin(across)) / cos(across), rise = v * sin(across) + w * cos(across))
    [(x + rise * sin(along)) / cos(along), v, w];

// The four corners of an upright shaft where that plane cuts it
function cut(xs, ys, w) = [over(xs[0], ys[0], w), over(xs[1], ys[0], w), over(xs[1], ys[1], w), over(xs[0], ys[1], w)];

// The convex body around points
module around(points) {
    hull() polyhedron(points, [[for (i = [0 : len(points) - 1]) i]]);
}

// All that lies over the plane at height w over the glass, in the tower's frame
module above(w) {
    to_tower() translate([-300, -300, w]) cube(600);
}

$fn = 32;
